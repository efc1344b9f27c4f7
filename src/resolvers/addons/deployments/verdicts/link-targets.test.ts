import { describe, expect, test } from 'vitest';
import { understandComment } from '../../../core/wishes/understand-comment.ts';
import { effectOf } from './change-effect.ts';
import { evidenceOf } from './evidence.ts';
import { expectedTexts } from './literal-texts.ts';
import type { PinFacts } from './types.ts';

const PAGE = 'https://bakery.example/en/shop';
const link = (linkTarget?: string, text = 'Opening hours'): PinFacts => ({
  state: 'bound',
  confidence: 0.97,
  box: { x: 10, y: 20, width: 100, height: 30 },
  text,
  styles: { color: 'rgb(0, 0, 0)', ...(linkTarget !== undefined && { linkTarget }) },
});
const effect = (comment: string, before: PinFacts, after: PinFacts, pageUrl = PAGE) =>
  effectOf({ comment, verdict: 'changed', before, after, evidence: evidenceOf(before, after, null), pageUrl });

describe('a comment asks for the target of a link', () => {
  test.each([
    ['This link should go to /hours', '/hours'],
    ['This link should go to /hours.', '/hours/'],
    ['This should lead to "/hours"', '/hours'],
    ['link must point to https://bakery.example/hours', '/hours'],
    ['link must point to https://maps.example/oven', 'https://maps.example/oven/'],
    ['Could this button link to /contact?', '/contact'],
    ['Please link this to www.maps.example/oven', 'https://maps.example/oven'],
    ['Link to bakery.example/hours please', '/hours'],
    ['The link is wrong, it should be /hours', '/hours'],
    ['Wrong link. Please use https://bakery.example/hours?day=mo#top', '/hours?day=mo#top'],
    ['change the link from /old to /hours', '/hours'],
    ['Link: /old → /hours', '/hours'],
    ['/old → /hours', '/hours'],
    ['Should open /hours instead of /old', '/hours'],
    ['href should be "/hours"', '/hours'],
    ['This link must go to hours.html', '/en/hours.html'],
    ['The link should jump to #prices', '/en/shop#prices'],
    ['This link should go to mail@bakery.example', 'mailto:mail@bakery.example'],
    ['Der Link muss auf /zeiten zeigen', '/zeiten'],
    ['Der Knopf soll auf /zeiten führen', '/zeiten'],
    ['Bitte verlinkt das mit /zeiten', '/zeiten'],
    ['Linkziel bitte in /zeiten ändern', '/zeiten'],
    ['Könnt ihr das auf „/zeiten“ verlinken?', '/zeiten'],
    ['Ce lien doit pointer vers /horaires', '/horaires'],
    ['Ce bouton devrait mener à « /horaires »', '/horaires'],
    ['Pouvez-vous changer le lien en /horaires ?', '/horaires'],
    ['Este enlace debe ir a /horarios', '/horarios'],
    ['El botón debería llevar a «/horarios»', '/horarios'],
    ['Por favor, cambiad el enlace a /horarios', '/horarios'],
    ['リンク先を/hoursに変更してください', '/hours'],
    ['このリンクは「/hours」にしてください', '/hours'],
  ])('%s: %s', (comment, target) => {
    expect(effect(comment, link('/old'), link(target))).toBe('does_it');
    expect(effect(comment, link('/old'), link('/imprint'))).toBe('changed_otherwise');
    expect(effect(comment, link('/old'), link(''))).toBe('changed_otherwise');
    expect(effect(comment, link(target), link(target, 'Hours'))).toBe('changed_otherwise');
  });

  test.each([
    // The target is not the stated one.
    ['link must point to https://bakery.example/hours', '/hours', 'https://staging.example/'],
    ['link must point to https://maps.example/oven', 'http://maps.example/oven'],
    ['This link should go to /hours', 'https://other.example/hours'],
    ['This link should go to /hours#evening', '/hours'],
    ['This link should go to /hours?day=mo', '/hours?day=tu'],
    ['This link should go to /hours', '/hours/today'],
    // Asks for something else, or for more.
    ['The link text should be www.bakery.example', 'https://www.bakery.example/'],
    ['The link should say "www.bakery.example"', 'https://www.bakery.example/'],
    ['This link should open /hours in a new tab', '/hours'],
    ['This link should go to /hours or /contact', '/hours'],
    ['This link should not go to /hours', '/hours'],
    ['This link should go to the page about hours', '/hours'],
    ['The other link should go to /hours', '/hours'],
    ['Make it red, and the link should go to /hours', '/hours'],
    ['Should this link go to /hours?', '/hours'],
    ['If we move it, the link should go to /hours', '/hours'],
    ['This link goes to /hours', '/hours'],
    ['Change the link /hours', '/hours'],
    ['Old link: /hours', '/hours'],
    ['Please check the link to /hours', '/hours'],
    ['The link to /hours should be larger', '/hours'],
    ['The link to /hours should be removed', '/hours'],
    ['The link under it should go to /hours', '/hours'],
    ['Both links should go to /hours', '/hours'],
    ['The image should link to /hours', '/hours'],
    ['Please open /hours and look', '/hours'],
    ['Bitte den Link zu /hours entfernen', '/hours'],
    ['Le lien vers /hours doit être plus grand', '/hours'],
    ['Retirez le lien vers /hours', '/hours'],
    ['El enlace a /hours debe ser más grande', '/hours'],
    ['The link is wrong. The text should be bold', '/hours'],
    ['The link should go to /hours and the link should be underlined', '/hours'],
    ['The link should go to /hours, the link must be easier to find', '/hours'],
    ['It should go to /hours, and the link should be larger than the text', '/hours'],
    ['Der Link führt auf /hours', '/hours'],
    ['Der Link soll /hours in einem neuen Tab öffnen', '/hours'],
    ['Le texte du lien doit être www.bakery.example', 'https://www.bakery.example/'],
    ['Mail address: info@bakery.example', 'mailto:info@bakery.example'],
    ['Please write info@bakery.example here', 'mailto:info@bakery.example'],
  ])('%s: not by %s', (comment, target, pageUrl?: string) => {
    expect(effect(comment, link('/old'), link(target), pageUrl)).toBe('changed_otherwise');
  });

  test('of an old record, it is not known where the link led before', () => {
    expect(effect('This link should go to /hours', link(), link('/hours', 'Hours'))).toBe('changed_otherwise');
    expect(evidenceOf(link(), link('/hours'), null).styles).toEqual([]);
  });

  test('with a size, both are needed', () => {
    const large = { ...link('/hours'), styles: { color: 'rgb(0, 0, 0)', linkTarget: '/hours', fontSize: '20px' } };
    const small = { ...link('/old'), styles: { color: 'rgb(0, 0, 0)', linkTarget: '/old', fontSize: '16px' } };
    expect(effect('Link this to /hours, and make it larger', small, large)).toBe('does_it');
    expect(effect('Link this to /hours, and make it larger', link('/old'), link('/hours'))).toBe('changed_otherwise');
  });

  test.each([
    'This link should go to "/hours"',
    'Ce bouton devrait mener à « /horaires »',
    'このリンクは「/hours」にしてください',
    'Link: /old → /hours',
  ])('no text is expected: %s', (comment) => {
    expect(expectedTexts(comment, 'Opening hours')).toEqual([]);
  });

  test.each(['Make it #ff0000', 'Die Farbe zu #336699 ändern', 'text color should be #fff', 'Passez en #c00'])(
    'a color is not a target: %s',
    (comment) => {
      expect(understandComment(comment).map(({ kind }) => kind)).not.toContain('link');
    },
  );
});
