/**
 * @typedef {'space' | 'string' | 'number' | 'punctuation' | 'word'} TokenKind
 * @typedef {{ readonly kind: TokenKind, readonly text: string }} Token
 */
/**
 * Takes a text apart. The tokens make up the whole text, whatever it is: what JSON does not know is a word, and a string
 * without its end goes on to the end of the text.
 *
 * @param {string} text
 * @returns {Token[]}
 */
export function jsonTokens(text: string): Token[];
export type TokenKind = "space" | "string" | "number" | "punctuation" | "word";
export type Token = {
    readonly kind: TokenKind;
    readonly text: string;
};
