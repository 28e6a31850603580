//! Many games at once: players, threads, counts and intervals.
