import { openSearch, setUpSearch } from './search.ts';

const root = document.documentElement;
root.dataset.script = '';

const find = <Found extends HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no element ${selector}.`);
  return found;
};

const THEME_KEY = 'pinbound-theme';

/** Switches between light and dark, for the dashboard as well. */
function setUpTheme(button: HTMLElement): void {
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const current = () => root.dataset.theme ?? (darkSystem.matches ? 'dark' : 'light');
  const label = () => {
    button.ariaLabel = current() === 'dark' ? 'Light theme' : 'Dark theme';
    button.title = button.ariaLabel;
  };
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    localStorage.setItem(THEME_KEY, next);
    label();
  });
  darkSystem.addEventListener('change', label);
  label();
  button.hidden = false;
}

/** Opens and closes the list of pages on narrow screens. */
function setUpMenu(button: HTMLElement, pages: HTMLElement): void {
  const show = (isOpen: boolean) => {
    button.ariaExpanded = String(isOpen);
    pages.toggleAttribute('data-open', isOpen);
    showCurrentPage(pages);
  };
  button.addEventListener('click', () => show(button.ariaExpanded !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    show(false);
    button.focus();
  });
  button.hidden = false;
}

/** Lets the keyboard reach what is wider than the page. */
function setUpScrolling(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('pre, .scroll')) observer.observe(element);
}

/** Shows the current page in a long list. */
function showCurrentPage(pages: HTMLElement): void {
  const current = pages.querySelector<HTMLElement>('[aria-current]');
  if (current && current.offsetTop + current.offsetHeight > pages.clientHeight) {
    pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
  }
}

const pages = find('.pages');
setUpTheme(find('.theme'));
setUpMenu(find('.menu'), pages);
setUpScrolling();
showCurrentPage(pages);
setUpSearch(find<HTMLDialogElement>('.search'), find<HTMLScriptElement>('script[data-texts]').dataset.texts ?? '');
const button = find('.find');
button.addEventListener('click', openSearch);
button.hidden = false;
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isSlash && !isShortcut) return;
  event.preventDefault();
  openSearch();
});
