//! The page and its files, as a browser receives them.

use crate::world::Playground;

#[tokio::test]
async fn the_page_has_strict_headers() {
    let world = Playground::start().await;
    for path in ["/", "/app.js", "/base.css"] {
        let answer = world.fetch(&format!("{}{path}", world.url)).await.unwrap();
        let headers = answer.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        for part in ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
    }
    for path in ["/api/v10/gateway", "/playground/v1/people", "/embed/avatars/1.png"] {
        let answer = world.fetch(&format!("{}{path}", world.url)).await.unwrap();
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}
