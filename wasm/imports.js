// imports.js - tells emcc which functions engine.js gives to the module (main_wasm.c).
mergeInto(LibraryManager.library, {
  page_event: function () {},
  page_cancelled: function () {},
  page_random: function () {},
});
