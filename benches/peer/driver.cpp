// Measures fastcatan: whole games of four players who choose uniformly among the listed legal actions.
//
//   driver [--games N] [--seed S] [--trades] [--kinds]
//
// Prints one JSON line. Trades between players are left out of the choice unless --trades is given; the engine
// lists them, so they are masked here (one AND). --kinds counts actions per kind, in a separate instantiation so
// that the measured loop does not pay for it. The engine keeps its legal mask in the state after each step: the
// driver reads it there instead of having it computed a second time, and never writes a list of actions out.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "mask.hpp"
#include "rng.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace {

// Everything up to the first action of a trade between players; all of those lie in the last word.
constexpr uint32_t LAST_WORD = catan::MASK_WORDS - 1;
static_assert(catan::action::TRADE_ADD_GIVE_BASE >= LAST_WORD * 64, "player trades must lie in the last word");
constexpr uint64_t NO_TRADES = (uint64_t(1) << (catan::action::TRADE_ADD_GIVE_BASE - LAST_WORD * 64)) - 1;

struct Kind {
    const char* name;
    uint32_t end;  // first action id behind this kind
};

constexpr Kind KINDS[] = {
    {"settlement", catan::action::CITY_BASE},
    {"city", catan::action::ROAD_BASE},
    {"road", catan::action::ROLL_DICE},
    {"roll", catan::action::END_TURN},
    {"end_turn", catan::action::DISCARD_BASE},
    {"discard", catan::action::MOVE_ROBBER_BASE},
    {"move_robber", catan::action::STEAL_BASE},
    {"steal", catan::action::TRADE_BASE},
    {"bank_trade", catan::action::BUY_DEV},
    {"buy_card", catan::action::PLAY_KNIGHT},
    {"knight", catan::action::PLAY_ROAD_BUILDING},
    {"road_building", catan::action::PLAY_YEAR_OF_PLENTY},
    {"year_of_plenty", catan::action::PLAY_MONOPOLY},
    {"monopoly", catan::action::TRADE_ADD_GIVE_BASE},
    {"player_trade", catan::NUM_ACTIONS},
};
constexpr uint32_t KIND_COUNT = sizeof(KINDS) / sizeof(KINDS[0]);

struct Totals {
    uint64_t actions = 0;
    uint64_t turns = 0;
    uint64_t unfinished = 0;  // stopped by the engine's limit of turns, without a winner
    uint64_t listed = 0;      // legal actions offered, summed; only with --kinds
    uint64_t single = 0;      // decisions with one legal action; only with --kinds
    uint64_t kinds[KIND_COUNT] = {};
};

// The position of the n-th set bit, n counted from 0.
inline uint32_t nth_bit(uint64_t word, uint32_t n) noexcept {
#if defined(__BMI2__)
    return uint32_t(__builtin_ctzll(_pdep_u64(uint64_t(1) << n, word)));
#else
    for (; n != 0; --n) word &= word - 1;
    return uint32_t(__builtin_ctzll(word));
#endif
}

template <bool TRADES, bool COUNT>
inline uint32_t choose(const uint64_t* mask, catan::Xoshiro128& rng, Totals& totals) noexcept {
    const uint64_t last = TRADES ? mask[LAST_WORD] : mask[LAST_WORD] & NO_TRADES;
    uint32_t counts[catan::MASK_WORDS];
    uint32_t all = 0;
    for (uint32_t w = 0; w < LAST_WORD; ++w) all += counts[w] = uint32_t(__builtin_popcountll(mask[w]));
    all += counts[LAST_WORD] = uint32_t(__builtin_popcountll(last));
    if (COUNT) {
        totals.listed += all;
        totals.single += all == 1;
    }
    uint32_t n = rng.bounded(all);
    for (uint32_t w = 0; w < LAST_WORD; ++w) {
        if (n < counts[w]) return w * 64 + nth_bit(mask[w], n);
        n -= counts[w];
    }
    return LAST_WORD * 64 + nth_bit(last, n);
}

template <bool TRADES, bool COUNT>
void play(uint64_t games, uint64_t seed, Totals& totals) noexcept {
    catan::GameState state;
    catan::BoardLayout board;
    catan::Xoshiro128 rng;
    catan::xoshiro_seed(rng, seed);
    for (uint64_t game = 0; game < games; ++game) {
        catan::reset_one(state, board, uint64_t(rng.next()) << 32 | rng.next());
        uint64_t actions = 0;
        bool over = false;
        while (!over) {
            const uint32_t action = choose<TRADES, COUNT>(state.action_mask, rng, totals);
            if (COUNT) {
                uint32_t kind = 0;
                while (action >= KINDS[kind].end) ++kind;
                ++totals.kinds[kind];
            }
            over = catan::step_one(state, board, action);
            ++actions;
        }
        totals.actions += actions;
        totals.turns += state.turn_count + 1u;  // the engine counts ended turns; the winner's is not
        totals.unfinished += state.turn_count >= catan::MAX_TURNS;
    }
}

double cpu_seconds() noexcept {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
    uint64_t games = 20000;
    uint64_t seed = 1;
    bool trades = false;
    bool kinds = false;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--games") == 0 && i + 1 < argc) games = std::strtoull(argv[++i], nullptr, 10);
        else if (std::strcmp(argv[i], "--seed") == 0 && i + 1 < argc) seed = std::strtoull(argv[++i], nullptr, 10);
        else if (std::strcmp(argv[i], "--trades") == 0) trades = true;
        else if (std::strcmp(argv[i], "--kinds") == 0) kinds = true;
        else {
            std::fprintf(stderr, "usage: driver [--games N] [--seed S] [--trades] [--kinds]\n");
            return 2;
        }
    }
    if (games == 0) {
        std::fprintf(stderr, "driver: --games wants a number above 0\n");
        return 2;
    }

    Totals totals;
    const double before = cpu_seconds();
    if (trades && kinds) play<true, true>(games, seed, totals);
    else if (trades) play<true, false>(games, seed, totals);
    else if (kinds) play<false, true>(games, seed, totals);
    else play<false, false>(games, seed, totals);
    const double cpu = cpu_seconds() - before;

    const double n = double(games);
    const double actions = double(totals.actions);
    std::printf("{\"peer\":\"fastcatan 2.0.0\",\"player_trades\":%s,\"seed\":%llu,\"games\":%llu,\"actions\":%llu,"
                "\"turns\":%llu,\"unfinished\":%llu,\"cpu_seconds\":%.4f,\"games_per_second\":%.1f,"
                "\"actions_per_second\":%.0f,\"mean_actions\":%.2f,\"mean_turns\":%.2f",
                trades ? "true" : "false", (unsigned long long)seed, (unsigned long long)games,
                (unsigned long long)totals.actions, (unsigned long long)totals.turns,
                (unsigned long long)totals.unfinished, cpu, n / cpu, actions / cpu, actions / n,
                double(totals.turns) / n);
    if (kinds) {
        std::printf(",\"mean_listed\":%.3f,\"single_choice_share\":%.4f,\"per_game\":{", double(totals.listed) / actions,
                    double(totals.single) / actions);
        for (uint32_t k = 0; k < KIND_COUNT; ++k)
            std::printf("%s\"%s\":%.3f", k == 0 ? "" : ",", KINDS[k].name, double(totals.kinds[k]) / n);
        std::printf("}");
    }
    std::printf("}\n");
    return 0;
}
