import type { ChangedElement } from './change-text.ts';

/** Evidence of a verdict, as the service stores it. */
interface Evidence {
  text: { before: string; after: string } | null;
  styles: readonly { name: string; before: string; after: string }[];
  size: { before: { width: number; height: number }; after: { width: number; height: number } } | null;
  order?: { before: number; after: number };
}

/** Evidence of a verdict in the form of a changed element; undefined without any. */
export function evidenceOf(evidence: Readonly<Record<string, unknown>> | undefined): ChangedElement | undefined {
  const { text = null, styles = [], size = null, order } = (evidence ?? {}) as Partial<Evidence>;
  if (!text && !size && !order && styles.length === 0) return undefined;
  const side = (name: 'before' | 'after') => ({
    text: text?.[name] ?? '',
    style: Object.fromEntries(styles.map((style) => [style.name, style[name]])),
    box: { x: 0, y: 0, ...(size?.[name] ?? { width: 0, height: 0 }) },
  });
  const kinds = [...(text ? ['text'] : []), ...(size ? ['resized'] : [])];
  return { tag: '', kinds, before: side('before'), after: side('after'), ...(order && { order }) };
}
