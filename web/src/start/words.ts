// The words of the start page.

import { dictionary } from "../i18n/dictionary.ts";

export const say = dictionary(
  {
    offline: "The server cannot be reached.",
    catan: "Catan",
    kniffel: "Kniffel",
    roulette: "Roulette",
    play_now: "Play now with bots",
    open_table: "Open a table",
    your_name: "Your name",
    come_in: "Come in",
    invited: "You are invited to a table",
  },
  {
    offline: "Der Server ist nicht erreichbar.",
    catan: "Catan",
    kniffel: "Kniffel",
    roulette: "Roulette",
    play_now: "Sofort mit Bots spielen",
    open_table: "Tisch eröffnen",
    your_name: "Dein Name",
    come_in: "Komm herein",
    invited: "Du bist an einen Tisch eingeladen",
  },
);
