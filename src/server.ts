import { readConfig } from './config/config.ts';
import { run } from './process.ts';

await run(readConfig);
