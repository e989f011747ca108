//! The policies of the page's files: the server's own, which `tools/desktopPage.ts` lays beside them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use tauri::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use tauri::http::{HeaderValue, Request, Response};

/// Stands in pages and their policies for the nonce of the answer.
const NONCE: &str = "__CSP_NONCE__";

static POLICIES: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../policies.json")).expect("the policies of the page's files"));

/// Gives an answer the policy of its file. Any path that is no file is a screen: the app's page answers there.
pub fn protect(request: &Request<Vec<u8>>, response: &mut Response<Cow<'static, [u8]>>) {
    let path = request.uri().path().trim_start_matches('/');
    let is_page = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let file = if is_page && !POLICIES.contains_key(path) { "index.html" } else { path };
    if path.starts_with("assets/") {
        // The frame that shows attachments has an opaque origin.
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    let Some(policy) = POLICIES.get(file) else { return };
    let nonce = nonce();
    if is_page {
        let html = String::from_utf8_lossy(response.body()).replace(NONCE, &nonce);
        *response.body_mut() = Cow::Owned(html.into_bytes());
    }
    let policy = HeaderValue::from_str(&policy.replace(NONCE, &nonce)).expect("a policy is a header's value");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
}

fn nonce() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing into a String never fails.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the body and the policy of an answer.
    fn answer(path: &str, kind: &'static str, body: &'static str) -> (String, String) {
        let request = Request::get(format!("tauri://localhost/{path}")).body(Vec::new()).unwrap();
        let mut response = Response::new(Cow::Borrowed(body.as_bytes()));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        protect(&request, &mut response);
        let policy = response.headers().get(CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned();
        (String::from_utf8(response.into_body().into_owned()).unwrap(), policy)
    }

    #[test]
    fn each_page_has_a_fresh_nonce_in_it_and_in_its_policy() {
        let page = || answer("w1/projects", "text/html", "<style nonce=\"__CSP_NONCE__\">");
        let (first, policy) = page();
        let nonce = first.strip_prefix("<style nonce=\"").unwrap().strip_suffix("\">").unwrap();
        assert_eq!(nonce.len(), 32);
        assert!(policy.contains(&format!("style-src 'self' 'nonce-{nonce}'")), "{policy}");
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert_ne!(page().0, first);
    }

    #[test]
    fn the_frame_for_attachments_has_its_own_policy() {
        let (_, policy) = answer("preview.html", "text/html", "<script nonce=\"__CSP_NONCE__\">");
        assert!(policy.starts_with("sandbox allow-scripts; default-src 'none'"), "{policy}");
        assert!(!policy.contains(NONCE), "{policy}");
    }

    #[test]
    fn whoever_holds_open_keys_reaches_no_network() {
        let vault = POLICIES.keys().find(|file| file.starts_with("assets/vaultWorker-")).unwrap();
        assert!(answer(vault, "text/javascript", "").1.ends_with("connect-src 'none'"));
    }
}
