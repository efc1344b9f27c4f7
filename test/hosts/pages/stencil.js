import { listenToKeys } from './common.js';
import './stencil.tsx';

listenToKeys();
