// Sets the theme's class before the first paint; in a separate file because the content security policy forbids inline
// scripts. Keep in step with ui/lib/theme.tsx.
{
  const choice = localStorage.getItem('theme');
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
}
