// Sets the chosen theme before the first paint, so that no page blinks white at night.
// The key is that of src/web/app.tsx; a script of its own, since inline ones are not allowed.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('bellwether-color-scheme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
