import { getterOf, tagOf } from '../shared/page/dom-access.ts';
import { elementsIn } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

/** Shown in place of a credential, also in the page record (hide-values.ts). */
const DOTS = '•••';
/** White space and characters without a width, as in hide-values.ts. */
const GAPS = /[\s\u00ad\u200b-\u200d\u2060]/g;
/** Elements whose text is not shown. */
const UNSHOWN = ['script', 'style'];

/** A form in which a page may show a credential. */
export interface HiddenForm {
  /** In lowercase and without gaps, for a quick search. */
  folded: string;
  /** Regular expression of the form with gaps anywhere; flags `giu`. */
  pattern: string;
}

/**
 * Replaces credentials where the document shows them: in its text, also if several elements share
 * one, and in its fields.
 */
export function maskValues(forms: HiddenForm[]): void {
  for (const root of documentAndShadowRoots()) {
    const texts = textsOf(root);
    for (const form of foundIn(texts.map(({ data }) => data).join(''), forms)) maskIn(texts, form);
    const fields = [
      ...elementsIn(root, 'input', HTMLInputElement),
      ...elementsIn(root, 'textarea', HTMLTextAreaElement),
    ];
    for (const field of fields) {
      for (const { pattern } of foundIn(field.value, forms)) {
        field.value = field.value.replace(new RegExp(pattern, 'giu'), DOTS);
      }
      for (const { pattern } of foundIn(field.placeholder, forms)) {
        field.placeholder = field.placeholder.replace(new RegExp(pattern, 'giu'), DOTS);
      }
    }
  }
}

function foundIn(text: string, forms: HiddenForm[]): HiddenForm[] {
  const folded = text.toLowerCase().replace(GAPS, '');
  return forms.filter((form) => folded.includes(form.folded));
}

/** Texts that may be shown, in document order. */
function textsOf(root: Node): Text[] {
  const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = parentNodeOf?.call(node);
    if (node instanceof Text && !(parent instanceof Element && UNSHOWN.includes(tagOf(parent)))) texts.push(node);
  }
  return texts;
}
const parentNodeOf = getterOf(Node.prototype, 'parentNode');

/** The first text of an occurrence gets the dots, and the others lose their part of it. */
function maskIn(texts: Text[], { pattern }: HiddenForm): void {
  const found = [
    ...texts
      .map(({ data }) => data)
      .join('')
      .matchAll(new RegExp(pattern, 'giu')),
  ];
  const spans: { text: Text; from: number; to: number }[] = [];
  for (const text of texts) {
    const from = spans[spans.length - 1]?.to ?? 0;
    spans.push({ text, from, to: from + text.data.length });
  }
  // From the back, so that the positions before stay valid.
  for (const match of found.reverse()) {
    const [from, to] = [match.index, match.index + match[0].length];
    for (const span of spans) {
      if (span.from >= to) break;
      if (span.to <= from) continue;
      const [start, stop] = [Math.max(from, span.from) - span.from, Math.min(to, span.to) - span.from];
      const { data } = span.text;
      span.text.data = data.slice(0, start) + (span.from <= from ? DOTS : '') + data.slice(stop);
    }
  }
}
