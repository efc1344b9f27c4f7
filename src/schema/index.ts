import './scalars.ts';
import './auth.ts';
import './projects.ts';
import './annotations.ts';
import './comments.ts';
import './annotation-history.ts';
import './public-annotations.ts';
import './live.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema({ sortSchema: false });
