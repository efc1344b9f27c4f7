const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The select list that gives rows the shape of Prisma's: every column of a model, in snake case as the migrations name them.
 * @param fields the model's enum of fields in the generated client, such as `Prisma.ProjectScalarFieldEnum`
 * @param alias of the table in the statement
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
