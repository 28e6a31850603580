//! What every store must do, whatever engine is under it, as tests.
//!
//! A *case* is a function that gets an empty store and panics if the store breaks a promise. `store::suite!` makes a `#[test]`
//! of each, given a way to make such a store: the same cases hold for every engine.
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "these are tests that live in the library so that another crate's store can run them"
)]

pub mod commands;
pub mod crowd;
pub mod history;
pub mod host;
pub mod model;
pub mod money;
pub mod owners;
pub mod people;
pub mod rate;
pub mod scene;
pub mod tables;

/// One `#[test]` for each case, with a store made by the expression.
#[macro_export]
macro_rules! suite {
    ($make:expr) => {
        $crate::suite!(@each $make;
            history::entries_come_back_as_they_were
            history::a_log_is_read_in_pages
            history::another_head_is_refused
            history::a_former_owner_can_write_nothing
            history::a_stale_epoch_fails_its_own_append_alone
            history::a_table_has_to_be_created_first
            history::a_command_is_stored_once
            history::a_refused_commit_leaves_nothing
            history::the_last_snapshot_counts
            history::commits_of_a_table_keep_their_order
            commands::every_command_of_a_long_log_is_known
            commands::a_long_log_is_read_from_anywhere
            tables::the_lobby_shows_public_tables
            tables::a_code_belongs_to_one_living_table
            tables::seats_lead_to_their_tables
            tables::deadlines_come_first
            tables::chat_is_kept_beside_the_log
            tables::a_deleted_table_takes_its_log_with_it
            tables::old_tables_are_forgotten_but_not_all
            owners::whoever_creates_a_table_owns_it
            owners::a_released_table_is_claimed_anew
            owners::a_lease_is_held_from_the_beginning
            owners::a_table_that_its_owner_claims_again_was_served_all_the_time
            people::a_token_leads_to_its_player
            people::several_devices_have_several_tokens
            people::nothing_is_created_twice
            people::a_name_can_be_changed
            people::statistics_add_up
            people::rolls_are_counted_up
            host::judgements_are_kept
            host::addresses_are_banned
            host::tokens_are_reset
            host::an_invitation_is_used_up
            host::players_are_found
            host::all_tables_can_be_read
            host::whoever_only_spoke_at_a_table_is_mentioned_there
            host::an_erased_player_is_nobody
            money::a_new_player_is_given_chips
            money::transfers_are_made_in_order
            money::impossible_transfers_are_refused
            money::a_top_up_comes_once_a_day
            money::pitfall_45_no_stake_is_taken_when_the_commit_fails
            money::pitfall_46_stakes_survive_deletion
            money::pitfall_47_a_payout_that_failed_can_be_made_again_and_only_once
            money::pitfall_48_parallel_withdrawals_never_go_below_zero
            money::pitfall_49_a_player_sees_only_own_transfers
            crowd::eight_threads_on_forty_tables
            crowd::parallel_top_ups_give_once
            crowd::reads_see_whole_commits
            model::the_ledger_agrees_with_a_plain_one
        );
    };
    (@each $make:expr; $($module:ident :: $case:ident)*) => {
        $(
            #[test]
            fn $case() {
                let store = $make;
                $crate::suite::$module::$case(&store);
                let faults = $crate::Store::check(&store).expect("the store can be checked");
                assert!(faults.is_empty(), "{faults:?}");
            }
        )*
    };
}
