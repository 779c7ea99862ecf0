//! The usual series of a process, as Linux counts them.

use std::fmt;

use procfs::{ProcResult, WithCurrentSystemInfo as _, process};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{counter::ConstCounter, gauge::ConstGauge},
};

/// Reads this process's own files in `/proc`. If that fails, the text has no series of the process.
#[derive(Debug)]
pub(crate) struct Process;

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Ok(values) = Values::read() else { return Ok(()) };
        let mut put = |name: &str, help: &str, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        put("process_cpu_seconds", "Processor time in seconds.", &ConstCounter::new(values.cpu_seconds))?;
        put("process_resident_memory_bytes", "Memory in use.", &ConstGauge::new(values.resident))?;
        put("process_virtual_memory_bytes", "Address space in use.", &ConstGauge::new(values.address_space))?;
        put("process_open_fds", "Open files and sockets.", &ConstGauge::new(values.open_files))?;
        put("process_max_fds", "The most open files and sockets.", &ConstGauge::new(values.most_files))?;
        put("process_threads", "Threads.", &ConstGauge::new(values.threads))?;
        match values.started {
            Some(at) => put("process_start_time_seconds", "When the process started.", &ConstGauge::new(at)),
            None => Ok(()),
        }
    }
}

struct Values {
    cpu_seconds: f64,
    resident: u64,
    address_space: u64,
    open_files: u64,
    most_files: f64,
    threads: i64,
    /// A service may see its own processes only, and not when the machine started.
    started: Option<f64>,
}

impl Values {
    #[allow(clippy::cast_precision_loss)] // Counters of a process are far below 2^53.
    fn read() -> ProcResult<Values> {
        let own = process::Process::myself()?;
        let stat = own.stat()?;
        let ticks = procfs::ticks_per_second() as f64;
        let most_files = match own.limits()?.max_open_files.soft_limit {
            process::LimitValue::Value(most) => most as f64,
            process::LimitValue::Unlimited => f64::INFINITY,
        };
        Ok(Values {
            cpu_seconds: (stat.utime + stat.stime) as f64 / ticks,
            resident: stat.rss_bytes().get(),
            address_space: stat.vsize,
            open_files: own.fd_count()? as u64,
            most_files,
            threads: stat.num_threads,
            started: procfs::boot_time_secs().ok().map(|boot| boot as f64 + stat.starttime as f64 / ticks),
        })
    }
}
