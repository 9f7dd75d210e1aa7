/** The two orders as files: fetched when one is saved. */
import { ordersDrawing } from "../../charts/draw-orders.ts";
import { toCsv, toJson, toTensor } from "../../lab/figure-data.ts";

export function ordersFile(tokens: readonly string[], order: readonly number[]) {
  const columns = [
    { name: "token", label: "", values: order.map((from) => tokens[from] as string) },
    { name: "position", label: "", values: order.map((_, to) => to) },
    { name: "from", label: "", values: order },
  ];
  return {
    draw: () => ordersDrawing({ tokens, order, names: ["X", "PX"] }),
    tensor: () => toTensor({ columns }),
    csv: () => toCsv({ columns }),
    json: () => toJson({ columns }),
  };
}
