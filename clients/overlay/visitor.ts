// Every module of the app is used here too, so the build emits one shared file.
import './app.ts';

export { startVisitor } from './visitor/visitor-threads.ts';
