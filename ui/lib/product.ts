/** The product's name as people read it: "a signed-in web application, labelled a Local Agent" (§1). */
export const PRODUCT_NAME = 'Local Agent';
