//! The engine's messages: one JSON object per line in, one per line out.
