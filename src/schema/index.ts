import './scalars.ts';
import './auth.ts';
import './passwords.ts';
import './projects.ts';
import './environments.ts';
import './annotations.ts';
import './comments.ts';
import './annotation-history.ts';
import './imports.ts';
import './public-annotations.ts';
import './sessions.ts';
import './live.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema({ sortSchema: false });
