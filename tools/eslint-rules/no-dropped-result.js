/**
 * Reports a statement that drops a Result of neverthrow, awaited or not, and so its error. `void` drops it on purpose.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'Disallow statements that drop a Result' },
    messages: {
      dropped: 'This Result is dropped, and its error with it. Use it, or write `void` to drop it on purpose.',
    },
    schema: [],
  },
  create(context) {
    /** @type {{ getTypeAtLocation(node: unknown): import('typescript').Type }} */
    const types = context.sourceCode.parserServices;
    return {
      ExpressionStatement({ expression }) {
        // `kept = now()` keeps its Result; @typescript-eslint/no-unused-expressions reports `sure && now()`.
        if (expression.type === 'AssignmentExpression') return;
        if (mayBeResult(types.getTypeAtLocation(expression)))
          context.report({ node: expression, messageId: 'dropped' });
      },
    };
  },
};

/**
 * @param {import('typescript').Type} type
 * @returns {boolean}
 */
function mayBeResult(type) {
  if (type.isUnionOrIntersection()) return type.types.some(mayBeResult);
  const symbol = type.getSymbol();
  if (symbol === undefined || !['Ok', 'Err', 'ResultAsync'].includes(symbol.name)) return false;
  return (symbol.declarations ?? []).some((declaration) =>
    declaration.getSourceFile().fileName.includes('/node_modules/neverthrow/'),
  );
}
