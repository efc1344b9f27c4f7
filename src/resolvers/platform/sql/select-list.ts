/** Name of a column by that of a model's field. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Select list that returns rows in the shape of Prisma's: every column of a model, renamed from
 * snake case.
 *
 * @param fields the model's field enum in the generated client, such as
 *   `Prisma.ProjectScalarFieldEnum`
 * @param options.alias alias of the table in the statement
 */
export function selectList<F extends string>(
  fields: Readonly<Record<F, F>>,
  options: { alias?: string; without?: readonly F[] } = {},
): string {
  const { alias, without = [] } = options;
  return Object.values<F>(fields)
    .filter((name) => !without.includes(name))
    .map((name) => `${alias ? `${alias}.` : ''}${snakeCase(name)} AS "${name}"`)
    .join(', ');
}
