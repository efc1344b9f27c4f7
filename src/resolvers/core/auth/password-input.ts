import { z } from 'zod';
import { LIMITS } from '../../platform/input/limits.ts';
import { isCommonPassword } from './common-passwords.ts';

export const passwordInput = z
  .string()
  .min(LIMITS.passwordMin, `must have at least ${LIMITS.passwordMin} characters`)
  .max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`)
  .refine((password) => !isCommonPassword(password), 'must not be one of the most common passwords');
