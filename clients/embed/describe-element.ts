import { HOST_TAG } from '../shared/page/host-tag.ts';
import { bareAddress, ownText } from './element-text.ts';
import { json } from './json.ts';
import { isSecret, isUserInput, privacyLevelOf } from './privacy.ts';

const SKIPPED_TAGS = new Set(['head', 'script', 'style', 'noscript', 'template', 'link', 'meta', 'base', HOST_TAG]);
/** Elements whose descendants are not recorded. */
const OPAQUE_TAGS = new Set(['svg', 'select', 'video', 'audio', 'object', 'iframe']);
const STYLED_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'button', 'img', 'input']);
const SENT_ATTRIBUTES = new Set([
  'name',
  'type',
  'role',
  'alt',
  'title',
  'aria-label',
  'placeholder',
  'for',
  'data-testid',
]);
const URL_ATTRIBUTES = new Set(['href', 'src']);

/** True if the element and its descendants are recorded. */
export function isRecorded(element: Element, tag: string): boolean {
  return !SKIPPED_TAGS.has(tag) && !element.hasAttribute('data-svc-ignore');
}

export const isOpaque = (element: Element, tag: string): boolean => OPAQUE_TAGS.has(tag) || isUserInput(element, tag);

interface Styles {
  color: string;
  backgroundColor: string;
  fontFamily: string;
  fontSize: string;
  fontWeight: string;
  display: string;
}

/** Distinct sets of computed styles of a page; elements refer to them by index. */
export class StyleSets {
  readonly sets: Styles[] = [];
  private readonly numbers = new Map<string, number>();
  /**
   * Index of the last element's styles by tag: the next element mostly has the same ones, and
   * comparing is faster than building a key.
   */
  private readonly latest = new Map<string, number>();

  numberOf(element: Element, tag: string): number | undefined {
    if (!STYLED_TAGS.has(tag)) return undefined;
    // Computed styles are the most expensive part of a scan.
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

interface ElementContext {
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

/** Serializes an element as JSON. Masked elements have neither text nor attributes. */
export function describeElement(
  element: Element,
  { tag, ref, parent, step, box, masked, styles }: ElementContext,
): string {
  const hidden = masked || isSecret(element, tag);
  const text = hidden || isUserInput(element, tag) ? '' : ownText(element);
  const style = styles.numberOf(element, tag);
  return (
    `{"ref":${ref}${parent === undefined ? '' : `,"parent":${parent}`},"tag":${json(tag.slice(0, 100))},"step":${step}` +
    (hidden ? '' : attributesOf(element)) +
    (text && `,"text":${json(text)}`) +
    (style === undefined ? '' : `,"style":${style}`) +
    `,"box":${box}}`
  );
}

/**
 * Serializes id, classes and recorded attributes. Iterates over present attributes, because most
 * elements have one or two.
 */
function attributesOf(element: Element): string {
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
      const sent = SENT_ATTRIBUTES.has(name) ? value.slice(0, 100) : URL_ATTRIBUTES.has(name) ? addressOf(value) : '';
      if (sent) attributes += `${attributes && ','}"${name}":${json(sent)}`;
    }
  }
  return (
    (id && `,"id":${json(id)}`) +
    (classes && `,"classes":[${classes}]`) +
    (attributes && `,"attributes":{${attributes}}`)
  );
}

/** Parses the `class` attribute: `classList` is much slower. */
function classesOf(value: string): string {
  const names = value.split(/[ \t\n\f\r]+/);
  let classes = '';
  for (let i = 0, count = 0; i < names.length && count < 20; i++) {
    const name = names[i];
    if (!name || names.indexOf(name) < i) continue;
    classes += `${classes && ','}${json(name.slice(0, 100))}`;
    count++;
  }
  return classes;
}

/** Strips query and fragment. Relative URLs stay relative; other schemes than http(s) give ''. */
function addressOf(address: string): string {
  if (/^(?!https?:)[a-z][\w+.-]*:/i.test(address)) return '';
  return address.replace(/[?#].*/s, '').slice(0, 200);
}

/** Lists images, scripts, style sheets and videos of the page. */
export function assetsOf(): { kind: string; url: string }[] {
  const assets: { kind: string; url: string }[] = [];
  const seen = new Set<string>();
  const add = (kind: string, element: Element | undefined, address: unknown) => {
    if (!element || privacyLevelOf(element) !== 'open') return;
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

/** Lists the loaded font families. */
export function fontsOf(): string[] {
  const fonts = new Set<string>();
  document.fonts?.forEach((font) => {
    if (font.status === 'loaded' && fonts.size < 50) fonts.add(font.family.replace(/^["']|["']$/g, '').slice(0, 100));
  });
  return [...fonts];
}
