//! How large the page is shown.

use serde::{Deserialize, Serialize};

/// How large the page is shown, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zoom(u16);

/// A change of it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ZoomStep {
    In,
    Out,
    Reset,
}

impl Default for Zoom {
    fn default() -> Self {
        Self(100)
    }
}

impl Zoom {
    /// Returns the size after a change: from 30 to 300 percent.
    pub fn after(self, step: ZoomStep) -> Self {
        let percent = match step {
            ZoomStep::In => self.0.saturating_add(10),
            ZoomStep::Out => self.0.saturating_sub(10),
            ZoomStep::Reset => return Self::default(),
        };
        Self(percent.clamp(30, 300))
    }

    /// Returns the factor that the window is drawn by; 1 is the size at first.
    pub fn scale(self) -> f64 {
        f64::from(self.0.clamp(30, 300)) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_as_large_as_can_be_read_and_no_larger_than_the_window_bears() {
        let times = |zoom: Zoom, step| (0..100).fold(zoom, |zoom, _| zoom.after(step));
        let (most, least) = (times(Zoom::default(), ZoomStep::In), times(Zoom::default(), ZoomStep::Out));
        assert_eq!((most, least), (Zoom(300), Zoom(30)));
        assert_eq!(most.after(ZoomStep::Reset).after(ZoomStep::In), Zoom(110));
        // Written by hand into the file of the choices.
        assert!(Zoom(0).scale() > 0.0);
    }
}
