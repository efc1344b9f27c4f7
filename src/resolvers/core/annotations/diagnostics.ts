import { z } from 'zod';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { isJsonObject } from '../../platform/input/json-object.ts';

/** A value of another type, or none, becomes null: clients may store any JSON. */
const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);
const size = z.object({ width: z.number(), height: z.number() }).nullable().catch(null);

/** Items of another form are left out. */
const listOf = <Item>(item: z.ZodType<Item>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.flatMap((value) => item.safeParse(value).data ?? []));

/** Carriers of source hints. */
export const SOURCE_CARRIERS = ['attribute', 'comment', 'react', 'svelte', 'vue'] as const;

const line = z.object({ level: text, text: z.string(), at: number });
const request = z.object({ url: z.string(), status: number, at: number });

const browser = z.object({
  languages: listOf(z.string()),
  timeZone: text,
  screen: size,
  pixelRatio: number,
  colorScheme: text,
  online: z.boolean().nullable().catch(null),
});

export const MAX_HINTS = 4;
const fileOrComponent = z
  .string()
  .max(200)
  .regex(/^[^\s<>"'`\p{Cc}]+$/u);
const lineNumber = z.int().positive().nullable().catch(null);

const hint = z.object({
  file: fileOrComponent,
  line: lineNumber,
  column: lineNumber,
  component: fileOrComponent.nullable().catch(null),
  by: z.enum(SOURCE_CARRIERS),
});

/** Ids that the build plugin gives to elements. */
export const ELEMENT_ID = /^\w{4,32}$/;
const elementId = z.string().regex(ELEMENT_ID).nullable().catch(null);

/** A file that a page names for an element. */
export type SourceHint = z.infer<typeof hint>;
/** Console line of the page. */
export type ConsoleLine = z.infer<typeof line>;
/** Failed request of the page. */
export type FailedRequest = z.infer<typeof request>;

/** Browser that an annotation was written in. */
export interface BrowserDiagnostics extends z.infer<typeof browser> {
  userAgent: string | null;
  /** Language of the page. */
  language: string | null;
  viewport: { width: number; height: number } | null;
}

type WithMetadata = Pick<Annotation, 'metadata'>;

const metadataOf = ({ metadata }: WithMetadata) => (isJsonObject(metadata) ? metadata : {});
const diagnosticsOf = (annotation: WithMetadata) => {
  const { diagnostics } = metadataOf(annotation);
  return isJsonObject(diagnostics) ? diagnostics : {};
};

/** Lines that the page logged, oldest first. */
export const consoleOf = (annotation: WithMetadata): ConsoleLine[] =>
  listOf(line).parse(diagnosticsOf(annotation).console);

/** Failed requests of the page, oldest first. */
export const requestsOf = (annotation: WithMetadata): FailedRequest[] =>
  listOf(request).parse(diagnosticsOf(annotation).requests);

/** Files that the page names, nearest first. It may state anything: other forms are left out. */
export const sourceOf = (annotation: WithMetadata): SourceHint[] =>
  listOf(hint).parse(diagnosticsOf(annotation).source).slice(0, MAX_HINTS);

/** Id that the build plugin gave the element, or the nearest one around it. */
export const elementIdOf = (annotation: WithMetadata): string | null =>
  elementId.parse(diagnosticsOf(annotation).elementId);

/** Null if the author did not attach it. */
export function browserOf(annotation: WithMetadata): BrowserDiagnostics | null {
  const found = diagnosticsOf(annotation).browser;
  const { userAgent, language, viewport } = metadataOf(annotation);
  if (!isJsonObject(found) && typeof userAgent !== 'string') return null;
  return {
    ...browser.parse(isJsonObject(found) ? found : {}),
    userAgent: text.parse(userAgent),
    language: text.parse(language),
    viewport: size.parse(viewport),
  };
}
