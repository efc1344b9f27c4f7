const uuid = (description: string) => ({ required: true, description }) as const;

/** Options of the argument that names what an operation is about: `t.arg.id(itsId('webhook'))`, "The webhook's UUID." */
export const itsId = (what: string) => uuid(`The ${what}'s UUID.`);

/** Options of an argument that names what it belongs to: `t.arg.id(idOf('project'))`, "UUID of the project." */
export const idOf = (what: string) => uuid(`UUID of the ${what}.`);
