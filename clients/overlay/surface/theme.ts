/** Gives the root the class of the theme; `auto` follows the visitor's system. */
export function watchTheme(root: HTMLElement, theme: 'auto' | 'light' | 'dark', signal: AbortSignal): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => root.classList.toggle('dark', theme === 'dark' || (theme === 'auto' && system.matches));
  show();
  system.addEventListener('change', show, { signal });
}
