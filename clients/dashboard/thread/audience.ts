import type { Visibility } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';
import type { Annotation } from './use-thread-actions.ts';

/** Watchers who are named; the others are counted. */
const NAMED = 2;

/** Writer of a reply. */
interface Writer {
  id: string;
  /** Guests do not learn who watches. */
  isGuest: boolean;
  language: string;
}

/** Sentence about the readers of a reply: the reporter, and the members who watch. */
export function audienceText(
  { author, watchers }: Pick<Annotation, 'author' | 'watchers'>,
  visibility: Visibility,
  writer: Writer,
  messages: Messages,
): string {
  if (visibility === 'internal') return messages.teamReads;
  const reporter = author.id === writer.id ? [] : [fill(messages.reporter, { name: author.name ?? messages.visitor })];
  const others = watchers.filter(({ id }) => id !== writer.id && id !== author.id).map(({ name }) => name);
  const more = others.length - NAMED;
  // One more is named, too: that is not longer.
  const named = more > 1 ? [...others.slice(0, NAMED), fill(messages.others, { n: more })] : others;
  const names = [...reporter, ...named];
  if (writer.isGuest || names.length === 0) return messages.readersUnknown;
  const list = new Intl.ListFormat(writer.language, { type: 'conjunction' }).format(names);
  return fill(messages.readers, { names: list });
}
