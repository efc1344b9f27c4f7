import { z } from 'zod';
import { environmentKey } from '../environments/environment-key.ts';
import { nameInput, urlInput } from '../platform/input/fields.ts';
import type { JsonObject } from '../platform/input/json-object.ts';
import { parseInput } from '../platform/input/parse-input.ts';

const REQUIRED = 'is required, as text';

const projectInput = z.object({
  name: z.string(REQUIRED).pipe(nameInput),
  url: z.string(REQUIRED).pipe(urlInput),
});

export interface ImportedProject {
  name: string;
  url: string;
  /** What projects are told apart by. */
  urlKey: string;
}

/** One website of a list, checked. @throws BAD_USER_INPUT that names every problem */
export function readProject(item: JsonObject): ImportedProject {
  const { name, url }: z.infer<typeof projectInput> = parseInput(projectInput, item);
  return { name, url, urlKey: environmentKey(url) };
}
