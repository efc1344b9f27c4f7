import { HOST_TAG } from '../shared/page/host-tag.ts';
import { bareAddress, ownText } from './element-text.ts';
import { json } from './json.ts';
import { isSecret, isTyped, opennessOf } from './privacy.ts';

const SKIPPED = new Set(['head', 'script', 'style', 'noscript', 'template', 'link', 'meta', 'base', HOST_TAG]);
/** Their insides say nothing about the page. */
const CLOSED = new Set(['svg', 'select', 'video', 'audio', 'object', 'iframe']);
const STYLED = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'button', 'img', 'input']);
const ATTRIBUTES = new Set(['name', 'type', 'role', 'alt', 'title', 'aria-label', 'placeholder', 'for', 'data-testid']);
const ADDRESSES = new Set(['href', 'src']);

/** Whether an element is told of, and whether what stands within it is. */
export function isShown(element: Element, tag: string): boolean {
  return !SKIPPED.has(tag) && !element.hasAttribute('data-svc-ignore');
}

export const isClosed = (element: Element, tag: string): boolean => CLOSED.has(tag) || isTyped(element, tag);

interface Styles {
  color: string;
  backgroundColor: string;
  fontFamily: string;
  fontSize: string;
  fontWeight: string;
  display: string;
}

/** Distinct sets of computed styles of one page; elements name theirs by its number. */
export class StyleSets {
  readonly sets: Styles[] = [];
  private readonly numbers = new Map<string, number>();
  /** Of the last element of each name: the next one mostly looks the same, and comparing is quicker than looking up. */
  private readonly latest = new Map<string, number>();

  numberOf(element: Element, tag: string): number | undefined {
    if (!STYLED.has(tag)) return undefined;
    // Reading these is what a look at a page takes the longest for.
    const { color, backgroundColor, fontFamily, fontSize, fontWeight, display } = getComputedStyle(element);
    const latest = this.latest.get(tag);
    const last = latest === undefined ? undefined : this.sets[latest];
    if (
      last?.color === color &&
      last.backgroundColor === backgroundColor &&
      last.fontFamily === fontFamily &&
      last.fontSize === fontSize &&
      last.fontWeight === fontWeight &&
      last.display === display
    ) {
      return latest;
    }
    const key = `${color};${backgroundColor};${fontFamily};${fontSize};${fontWeight};${display}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.length;
      this.numbers.set(key, number);
      this.sets.push({
        color: cut(color),
        backgroundColor: cut(backgroundColor),
        fontFamily: cut(fontFamily),
        fontSize: cut(fontSize),
        fontWeight: cut(fontWeight),
        display: cut(display),
      });
    }
    this.latest.set(tag, number);
    return number;
  }
}

const cut = (style: string): string => style.slice(0, 120);

interface Told {
  tag: string;
  ref: number;
  parent: number | undefined;
  /** JSON. */
  step: string;
  /** JSON. */
  box: string;
  masked: boolean;
  styles: StyleSets;
}

/** What is told of an element, as JSON; of a masked one neither text nor attributes. */
export function describe(element: Element, { tag, ref, parent, step, box, masked, styles }: Told): string {
  const hidden = masked || isSecret(element, tag);
  const text = hidden || isTyped(element, tag) ? '' : ownText(element);
  const style = styles.numberOf(element, tag);
  return (
    `{"ref":${ref}${parent === undefined ? '' : `,"parent":${parent}`},"tag":${json(tag.slice(0, 100))},"step":${step}` +
    (hidden ? '' : namesOf(element)) +
    (text && `,"text":${json(text)}`) +
    (style === undefined ? '' : `,"style":${style}`) +
    `,"box":${box}}`
  );
}

/** Asked only for what is there: most elements have an attribute or two. */
function namesOf(element: Element): string {
  const names = element.getAttributeNames();
  let id = '';
  let classes = '';
  let attributes = '';
  for (let i = 0; i < names.length; i++) {
    const name = names[i] || '';
    const value = element.getAttribute(name) || '';
    if (name === 'id') id = value.slice(0, 100);
    else if (name === 'class') classes = classesOf(value);
    else {
      const told = ATTRIBUTES.has(name) ? value.slice(0, 100) : ADDRESSES.has(name) ? addressOf(value) : '';
      if (told) attributes += `${attributes && ','}"${name}":${json(told)}`;
    }
  }
  return (
    (id && `,"id":${json(id)}`) +
    (classes && `,"classes":[${classes}]`) +
    (attributes && `,"attributes":{${attributes}}`)
  );
}

/** Of the attribute: a list of them that the browser makes takes much longer. */
function classesOf(value: string): string {
  const names = value.split(/[ \t\n\f\r]+/);
  let classes = '';
  for (let i = 0, told = 0; i < names.length && told < 20; i++) {
    const name = names[i];
    if (!name || names.indexOf(name) < i) continue;
    classes += `${classes && ','}${json(name.slice(0, 100))}`;
    told++;
  }
  return classes;
}

/** Relative addresses stay as they are, without query and fragment. */
function addressOf(address: string): string {
  if (/^(?!https?:)[a-z][\w+.-]*:/i.test(address)) return '';
  return address.replace(/[?#].*/s, '').slice(0, 200);
}

/** Addresses of what the page loads. */
export function assetsOf(): { kind: string; url: string }[] {
  const assets: { kind: string; url: string }[] = [];
  const seen = new Set<string>();
  const add = (kind: string, element: Element | undefined, address: unknown) => {
    if (!element || opennessOf(element) !== 'open') return;
    const url = typeof address === 'string' ? bareAddress(address) : '';
    if (!url || seen.has(url) || assets.length >= 200) return;
    seen.add(url);
    assets.push({ kind, url });
  };
  const { images, scripts } = document;
  for (let i = 0; i < images.length && i < 500; i++) add('image', images[i], images[i]?.currentSrc || images[i]?.src);
  for (let i = 0; i < scripts.length && i < 200; i++) add('script', scripts[i], scripts[i]?.src);
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet]');
  for (let i = 0; i < links.length && i < 200; i++) add('stylesheet', links[i], links[i]?.href);
  const videos = document.getElementsByTagName('video');
  for (let i = 0; i < videos.length && i < 200; i++) add('video', videos[i], videos[i]?.currentSrc || videos[i]?.src);
  return assets;
}

/** Font families that are loaded. */
export function fontsOf(): string[] {
  const fonts = new Set<string>();
  document.fonts?.forEach((font) => {
    if (font.status === 'loaded' && fonts.size < 50) fonts.add(font.family.replace(/^["']|["']$/g, '').slice(0, 100));
  });
  return [...fonts];
}
