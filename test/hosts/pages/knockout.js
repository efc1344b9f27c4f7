import ko from 'knockout';
import { listenToKeys } from './common.js';

listenToKeys();
const counts = ko.observableArray([0]);
ko.applyBindings({ text: ko.observable(''), counts, change: () => counts([counts()[0] + 1]), names: ['Rye', 'Spelt'] });
