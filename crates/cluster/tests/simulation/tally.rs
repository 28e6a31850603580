//! How often something happened: a simulation in which nothing breaks proves nothing.

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) events: u64,
    pub(crate) letters: u64,
    pub(crate) letters_lost: u64,
    pub(crate) letters_twice: u64,
    pub(crate) requests_lost: u64,
    pub(crate) requests_late: u64,
    pub(crate) answers_lost: u64,
    pub(crate) appended: u64,
    pub(crate) takeovers: u64,
    pub(crate) duplicates: u64,
    pub(crate) fenced: u64,
    pub(crate) refused: u64,
    pub(crate) refused_but_stored: u64,
    pub(crate) desks_let_go: u64,
    pub(crate) lines_broken: u64,
    pub(crate) lines_forgotten: u64,
    pub(crate) relayed: u64,
    pub(crate) rejoins: u64,
    pub(crate) kills: u64,
    pub(crate) freezes: u64,
    pub(crate) stops: u64,
    pub(crate) farewells: u64,
    pub(crate) database_cuts: u64,
    pub(crate) pair_cuts: u64,
    pub(crate) one_way_cuts: u64,
    pub(crate) bus_cuts: u64,
    pub(crate) offered: u64,
}

macro_rules! sums {
    ($($field:ident)*) => {
        impl std::ops::AddAssign for Tally {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}
sums!(events letters letters_lost letters_twice requests_lost requests_late answers_lost appended takeovers duplicates
    fenced refused refused_but_stored desks_let_go lines_broken lines_forgotten relayed rejoins kills freezes stops farewells
    database_cuts pair_cuts one_way_cuts bus_cuts offered);
