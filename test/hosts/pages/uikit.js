import UIkit from 'uikit';
import { listenToKeys, show } from './common.js';

listenToKeys();
show(document.querySelector('#bakery'));
document.querySelector('#open').addEventListener('click', () => UIkit.modal('.uk-modal').show());
