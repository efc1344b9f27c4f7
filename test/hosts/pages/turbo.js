import '@hotwired/turbo';
import { Application, Controller } from '@hotwired/stimulus';
import { listenToKeys } from './common.js';

listenToKeys();
Application.start().register(
  'field',
  class extends Controller {
    static targets = ['typed'];

    show({ target }) {
      this.typedTarget.textContent = target.value;
      sessionStorage.setItem('typed', target.value);
    }

    connect() {
      const field = this.element.querySelector('input');
      field.value = this.typedTarget.textContent = sessionStorage.getItem('typed') ?? '';
    }
  },
);
