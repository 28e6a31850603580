//! Byte-exact chance: a seed, one stream of bytes per purpose, numbers without bias.
