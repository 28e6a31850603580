// Runes everywhere; styles stay in files, since the server's policy allows none inside the page.
export default {
  compilerOptions: { runes: true, css: "external" },
};
