// Runs before the first paint, so that a light viewer never sees a dark flash. Same key as src/theme/scheme.ts.
(() => {
  var scheme = 'dark';
  try {
    if (localStorage.getItem('signpost.theme') === 'light') scheme = 'light';
  } catch (error) {
    console.warn('The theme could not be read.', error);
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
