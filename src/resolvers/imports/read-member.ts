import { z } from 'zod';
import { Role } from '../../generated/prisma/client.ts';
import { emailInput } from '../input/fields.ts';
import type { JsonObject } from '../input/json-object.ts';
import { parseInput } from '../input/parse-input.ts';
import type { Invitee } from '../invitations/invite.ts';

/** Spreadsheets have spaces around their cells, and capitals in their words. */
const cell = (text: unknown) => (typeof text === 'string' ? text.trim().toLowerCase() : text);

const memberInput = z.object({
  email: z.preprocess(cell, z.string('is required, as text').pipe(emailInput)),
  role: z.preprocess(cell, z.enum(Role, `must be one of ${Object.keys(Role).join(', ')}`)),
});

/** One person of a list, checked. @throws BAD_USER_INPUT that names every problem */
export const readMember = (item: JsonObject): Invitee => parseInput<Invitee>(memberInput, item);
