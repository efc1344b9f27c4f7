import 'zone.js';
import '@angular/compiler';
import { CommonModule } from '@angular/common';
import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

window.pressed = [];
const App = Component({
  selector: 'app-root',
  standalone: true,
  imports: [CommonModule],
  host: { '(document:keydown)': 'press($event)' },
  template: `<h1>Fresh bread</h1>
    <canvas *ngIf="counts[0] > 0" id="news" width="300" height="120"></canvas>
    <p id="target" *ngFor="let count of counts">Baked every morning</p>
    <ul><li *ngFor="let name of names">{{ name }}</li></ul>
    <label>Name <input id="field" (input)="text = $any($event.target).value"></label>
    <output id="typed">{{ text }}</output>
    <button type="button" id="change" (click)="change()">Change</button>`,
})(
  class {
    text = '';
    counts = [0];
    names = ['Rye', 'Spelt'];
    press({ key }) {
      window.pressed.push(key);
    }
    change() {
      this.counts = [this.counts[0] + 1];
    }
  },
);
bootstrapApplication(App);
