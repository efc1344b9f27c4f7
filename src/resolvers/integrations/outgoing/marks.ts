import type { Context } from '../../../context.ts';

type Found<T> = Promise<T | undefined>;

/**
 * What an issue or a comment carries in its text, so that it is found again after an attempt with an unknown end. Ids of
 * annotations and replies are public, and in a public tracker anyone can write one: a mark cannot be known before it stands there.
 * @returns the present one, then those under secrets that were in use before
 */
export const marksOf = ({ services }: Context, integrationId: string, id: string): [string, ...string[]] => {
  const [mark = '', ...others] = services.secretBox.marksOf(`${integrationId} ${id}`);
  return [mark, ...others];
};

/** The first that is found by one of the marks. */
export async function findMarked<T>(marks: readonly string[], find: (mark: string) => Found<T>): Found<T> {
  for (const mark of marks) {
    const found = await find(mark);
    if (found !== undefined) return found;
  }
  return undefined;
}
