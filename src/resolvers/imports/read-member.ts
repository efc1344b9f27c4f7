import { z } from 'zod';
import { Role } from '../../generated/prisma/client.ts';
import type { Invitee } from '../core/invitations/invite.ts';
import { emailInput } from '../platform/input/fields.ts';
import type { JsonObject } from '../platform/input/json-object.ts';
import { parseInput } from '../platform/input/parse-input.ts';

/** Spreadsheets have spaces around their cells, and capitals in their words. */
const cell = (text: unknown) => (typeof text === 'string' ? text.trim().toLowerCase() : text);

const memberInput = z.object({
  email: z.preprocess(cell, z.string('is required, as text').pipe(emailInput)),
  role: z.preprocess(cell, z.enum(Role, `must be one of ${Object.keys(Role).join(', ')}`)),
});

/** One person of a list, checked. @throws BAD_USER_INPUT that names every problem */
export const readMember = (item: JsonObject): Invitee => parseInput<Invitee>(memberInput, item);
