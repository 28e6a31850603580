//! The rules behind one JSON line in, one JSON line out; and the verifier of recorded games.
