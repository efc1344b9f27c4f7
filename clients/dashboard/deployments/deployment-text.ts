import type { DeploymentNumbersFragment } from '../graphql-types.generated.ts';
import type { DeploymentMessages } from '../i18n/deployments.ts';

/** A commit as people write it: the beginning of a hash; releases as they are. */
export const commitText = (commit: string): string => (/^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 8) : commit);

type Tone = 'done' | 'bad' | 'progress' | 'plain' | 'soft';

/** The form of a text for a number: before the bar for one, after it for others. */
export function plural(text: string, n: number, language: string): string {
  const [one = text, other = one] = text.split('|');
  return new Intl.PluralRules(language).select(n) === 'one' ? one : other;
}

/** Parts of the sentence about a deployment with their colors, without those that count nothing. */
export function resultTexts(
  counts: DeploymentNumbersFragment,
  texts: DeploymentMessages,
  language: string,
): (readonly [Tone, string])[] {
  const { doesIt, changedOtherwise, wentBack, unexplained, failedCaptures, newBaselines, captures } = counts;
  const parts: readonly (readonly [Tone, number, string])[] = [
    ['done', doesIt, texts.tileMet],
    ['progress', changedOtherwise, texts.tileJudge],
    ['bad', wentBack, texts.tileReturned],
    ['plain', unexplained, texts.tileOther],
    ['bad', failedCaptures, texts.capturesFailed],
    ['soft', newBaselines, texts.newBaselines],
  ];
  const found = parts.flatMap(([tone, n, text]) =>
    n > 0 ? [[tone, `${n} ${plural(text, n, language)}`] as const] : [],
  );
  return found.length > 0 || captures === 0 ? found : [['soft', texts.nothingChanged]];
}
