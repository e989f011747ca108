/** The emoji that `:` offers, and reactions: few, each with the English and German words by which it is found. */
import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion, type SuggestionOptions } from '@tiptap/suggestion';

export interface Emoji {
  sign: string;
  /** In English and German, the name first. */
  words: readonly [string, string];
}

const list = `
👍 thumbs up yes good|daumen hoch ja gut
👎 thumbs down no bad|daumen runter nein schlecht
❤️ heart love|herz liebe
😂 laughing joy tears|lachen freude
🎉 party celebrate hooray|feier party hurra
👀 eyes looking|augen schaue
✅ check done|haken erledigt fertig
🙏 thanks please|danke bitte
🙂 smile happy|lächeln froh
😀 grin|grinsen
😅 sweat relief|schwitzen puh
😉 wink|zwinkern
😍 in love|verliebt
🤔 thinking hm|nachdenken hm
😮 surprised wow|überrascht oh
😢 sad cry|traurig weinen
😡 angry|wütend sauer
🙈 monkey oops|affe ups
🤝 handshake deal|handschlag abgemacht
👏 clap bravo|klatschen bravo
💪 strong|stark
👋 wave hello bye|winken hallo tschüss
👌 ok perfect|ok perfekt
🙌 hands up yay|hände hoch juhu
🤷 shrug|schulterzucken keine ahnung
☕ coffee break|kaffee pause
🍕 pizza lunch|pizza mittag
🍺 beer evening|bier feierabend
🎂 cake birthday|kuchen geburtstag
🎁 gift present|geschenk
☀️ sun holiday|sonne urlaub
🌧️ rain|regen
🔥 fire great|feuer super
⭐ star|stern
💡 idea bulb|idee lampe
📌 pin important|merken wichtig
📎 clip attached|klammer anhang
📅 calendar date|kalender termin
⏰ clock soon|wecker uhr bald
📞 phone call|telefon anruf
✉️ mail letter|post brief
💶 money euro|geld euro
🧾 invoice receipt|rechnung beleg
🏗️ building site|baustelle
🚀 rocket launch|rakete los
⚠️ warning|achtung warnung
❗ exclamation|ausrufezeichen
❓ question|frage
❌ cross no|kreuz falsch
➕ plus one|plus eins`;

export const emojis: readonly Emoji[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const [sign = '', ...rest] = line.split(' ');
    const [english = '', german = ''] = rest.join(' ').split('|');
    return { sign, words: [english, german] };
  });

/** The signs that are offered first as reactions. */
export const quickSigns: readonly string[] = emojis.slice(0, 8).map(({ sign }) => sign);

const maxShown = 6;

/** Returns the emoji of which a word begins with what was typed behind the colon: nothing for a single letter. */
export function emojisFor(query: string): Emoji[] {
  const start = query.toLowerCase();
  if (start.length < 2) return [];
  const fits = ({ words }: Emoji) =>
    words.some((text) => text.split(' ').some((word) => word.startsWith(start)));
  return emojis.filter(fits).slice(0, maxShown);
}

export type EmojiSuggestion = Pick<SuggestionOptions<Emoji, Emoji>, 'items' | 'render'>;

/** Returns the extension of the editor that offers emoji behind a colon. */
export const emojiTyping = (suggestion: EmojiSuggestion) =>
  Extension.create({
    name: 'emojiTyping',
    priority: 101,
    addProseMirrorPlugins() {
      return [
        Suggestion<Emoji, Emoji>({
          ...suggestion,
          editor: this.editor,
          char: ':',
          pluginKey: new PluginKey('emojiTyping'),
          // As a node: a string would be parsed as HTML, which the page's Trusted Types policy refuses.
          command: ({ editor, range, props: { sign } }) =>
            void editor
              .chain()
              .focus()
              .insertContentAt(range, { type: 'text', text: `${sign} ` })
              .run(),
        }),
      ];
    },
  });
