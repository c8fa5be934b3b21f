/**
 * Lays out a JSON text for people, in pieces that make up the new text. Only the space between tokens changes; a text that
 * is no JSON keeps its tokens too.
 *
 * @param {string} text
 * @returns {Piece[]}
 */
export function formatJson(text: string): Piece[];
export type PieceKind = import("./json-tokens.js").TokenKind | "key";
export type Piece = {
    readonly kind: PieceKind;
    readonly text: string;
};
