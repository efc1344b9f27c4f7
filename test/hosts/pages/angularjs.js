import angular from 'angular';
import { listenToKeys } from './common.js';

listenToKeys();
angular.module('bakery', []).controller('Bakery', function () {
  this.counts = [0];
  this.names = ['Rye', 'Spelt'];
  this.change = () => {
    this.counts = [this.counts[0] + 1];
  };
});
