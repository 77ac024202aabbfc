// Sets the chosen theme before the first paint, so that no page flashes white at night. The key is
// the one in src/web/app.tsx. This is a file of its own because inline scripts are not allowed.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('bellwether-color-scheme');
  } catch {
    // A browser that stores nothing follows the system's theme. The app cannot run there, and
    // index.html then says so.
    document.documentElement.dataset.storage = 'refused';
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
