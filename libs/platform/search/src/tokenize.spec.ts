import { tokenize } from './tokenize.js';

describe('tokenize', () => {
  it.each([
    ['createInvoiceLine', ['creat', 'invoic', 'line']],
    ['send_mail2user', ['send', 'mail', '2', 'user']],
    ['HTTPServer', ['http', 'server']],
    ['please show me the overdue invoices', ['overdu', 'invoic']],
    ['news is not new', ['news', 'new']],
    ['skies', ['sky']],
    ['Ａｃｃｏｕｎｔ', ['account']],
    ['', []],
    ['— … !', []],
  ])('reads %j', (text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it('reads scripts without spaces as pairs of characters', () => {
    expect(tokenize('搜索网页 orders 猫')).toEqual(['搜索', '索网', '网页', 'order', '猫']);
  });

  it('cuts a long word, and stops after 2,000 terms', () => {
    expect(tokenize('9'.repeat(500))).toEqual(['9'.repeat(64)]);
    expect(tokenize('word '.repeat(3_000))).toHaveLength(2_000);
  });
});
