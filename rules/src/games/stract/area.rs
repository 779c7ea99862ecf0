//! Sets of tiles as bits, with which all pieces of a board are compared at once.

use super::{piece::Piece, position::Stract};

/// A set of tiles. One word holds a board of up to eight columns and rows, and three words hold every other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area<const N: usize>([u64; N]);

impl<const N: usize> Area<N> {
    /// The number of bits of a row, of which the first one is the first column.
    const WIDTH: u32 = if N == 1 { 8 } else { 16 };

    /// The number of rows in a word.
    const LANES: u32 = 64 / Self::WIDTH;

    /// The first bit of every row of a word.
    const FIRST: u64 = u64::MAX / ((1 << Self::WIDTH) - 1);

    pub(super) const NONE: Area<N> = Area([0; N]);

    pub(super) const ALL: Area<N> = Area([u64::MAX; N]);

    /// Returns the word of a row, and its first bit there.
    const fn place(row: u8) -> (usize, u32) {
        (row as usize / Self::LANES as usize, row as u32 % Self::LANES * Self::WIDTH)
    }

    /// Returns the tiles of the first `count` rows.
    pub(super) fn first_rows(count: u8) -> Area<N> {
        let bits = u32::from(count) * Self::WIDTH;
        Area(std::array::from_fn(|n| {
            !u64::MAX.checked_shl(bits.saturating_sub(64 * n as u32)).unwrap_or_default()
        }))
    }

    fn zip(self, other: Area<N>, join: impl Fn(u64, u64) -> u64) -> Area<N> {
        Area(std::array::from_fn(|n| join(self.0[n], other.0[n])))
    }

    pub(super) fn and(self, other: Area<N>) -> Area<N> {
        self.zip(other, |one, other| one & other)
    }

    pub(super) fn or(self, other: Area<N>) -> Area<N> {
        self.zip(other, |one, other| one | other)
    }

    pub(super) fn without(self, other: Area<N>) -> Area<N> {
        self.zip(other, |one, other| one & !other)
    }

    pub(super) fn count(self) -> i16 {
        self.0.iter().map(|word| word.count_ones() as i16).sum()
    }

    /// Returns the tiles of one row, with a bit for each column.
    pub(super) fn row(self, row: u8) -> u16 {
        let (word, bit) = Self::place(row);
        (self.0[word] >> bit & ((1 << Self::WIDTH) - 1)) as u16
    }

    fn add_row(&mut self, row: u8, tiles: u64) {
        let (word, bit) = Self::place(row);
        self.0[word] |= tiles << bit;
    }

    /// Returns the set moved by so many bits, to later columns or rows.
    fn later(self, bits: u32) -> Area<N> {
        Area(std::array::from_fn(|n| {
            let carried = n.checked_sub(1).map_or(0, |before| self.0[before] >> (64 - bits));
            self.0[n] << bits | carried
        }))
    }

    /// Returns the set moved by so many bits, to earlier columns or rows.
    fn earlier(self, bits: u32) -> Area<N> {
        Area(std::array::from_fn(|n| {
            let carried = self.0.get(n + 1).map_or(0, |after| after << (64 - bits));
            self.0[n] >> bits | carried
        }))
    }

    /// Returns the tiles that are so many rows away from these.
    pub(super) fn rows_away(self, rows: u32) -> Area<N> {
        self.later(rows * Self::WIDTH).or(self.earlier(rows * Self::WIDTH))
    }

    /// Returns the tiles that are so many columns away from these.
    pub(super) fn columns_away(self, columns: u32) -> Area<N> {
        let first = Self::FIRST * ((1 << columns) - 1);
        let last = first << (Self::WIDTH - columns);
        self.without(Area([last; N])).later(columns).or(self.without(Area([first; N])).earlier(columns))
    }

    /// Counts the tiles row by row.
    pub(super) fn by_rows(self) -> ByRows<N> {
        let counts = self.0.map(|word| {
            let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
            let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
            let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
            if N == 1 { bytes } else { (bytes + (bytes >> 8)) & 0x00ff_00ff_00ff_00ff }
        });
        // Each row of a product is the sum of the rows up to there, and no row overflows.
        let mut sums = counts.map(|counts| counts.wrapping_mul(Self::FIRST));
        for n in 1..N {
            sums[n] += Self::FIRST * (sums[n - 1] >> (64 - Self::WIDTH));
        }
        ByRows { counts, sums }
    }
}

/// The numbers of a set's tiles by row, in the bits that the row has in an [`Area`].
pub(super) struct ByRows<const N: usize> {
    counts: [u64; N],
    /// The number of tiles up to each row.
    sums: [u64; N],
}

impl<const N: usize> ByRows<N> {
    /// Returns the number of tiles in the rows from the first one to this one.
    pub(super) fn up_to(&self, row: u8) -> i16 {
        let (word, bit) = Area::<N>::place(row);
        (self.sums[word] >> bit & 0xff) as i16
    }

    /// Returns the number of all tiles.
    pub(super) fn total(&self) -> i16 {
        (self.sums[N - 1] >> (64 - Area::<N>::WIDTH)) as i16
    }

    /// Returns the sum of the numbers of all tiles' rows.
    pub(super) fn sum_of_rows(&self) -> i16 {
        let numbers = if N == 1 { 0x0001_0203_0405_0607 } else { 0x0000_0001_0002_0003 };
        // The last row of this product is the sum of all rows of the word, each times its number there.
        let within = |word: u64| (word.wrapping_mul(numbers) >> (64 - Area::<N>::WIDTH)) as i16;
        let before: i16 =
            self.sums[..N - 1].iter().map(|sums| (sums >> (64 - Area::<N>::WIDTH)) as i16).sum();
        let lanes = Area::<N>::LANES as i16;
        // A tile of a later word counts the rows of the words before.
        let skipped = lanes * (self.total() * (N as i16 - 1) - before);
        self.counts.iter().map(|&word| within(word)).sum::<i16>() + skipped
    }
}

/// The pieces of a board as sets of tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map<const N: usize> {
    /// The pieces by team and element.
    pub(super) of: [[Area<N>; 3]; 2],
    /// The pieces whose elements only their own team knows.
    pub(super) hidden: Area<N>,
    pub(super) rows: u8,
    pub(super) columns: u8,
}

impl<const N: usize> Map<N> {
    pub(super) fn new(game: &Stract) -> Map<N> {
        let mut planes = [Area::NONE; Piece::BITS];
        for line in 0..game.rows {
            let [low, high] = game.tiles.words(line);
            for (bit, plane) in planes.iter_mut().enumerate() {
                let tiles =
                    if N == 1 { gather(low >> bit) } else { gather(low >> bit) | gather(high >> bit) << 8 };
                plane.add_row(line, tiles);
            }
        }
        let [all, fire, earth, south, known] = planes;
        let elements = [all.without(fire.or(earth)), fire, earth];
        let of = [elements.map(|pieces| pieces.without(south)), elements.map(|pieces| pieces.and(south))];
        Map { of, hidden: all.without(known), rows: game.rows, columns: game.columns }
    }
}

/// Returns the lowest bits of all bytes, side by side.
const fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
