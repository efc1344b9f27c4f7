const uuid = (description: string) => ({ required: true, description }) as const;

/** Options of the id of an operation's resource: "The webhook's UUID." */
export const resourceId = (resource: string) => uuid(`The ${resource}'s UUID.`);

/** Options of the id of the resource's parent: "UUID of the project." */
export const parentId = (parent: string) => uuid(`UUID of the ${parent}.`);
