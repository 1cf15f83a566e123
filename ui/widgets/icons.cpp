// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include "ui/widgets/theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QXmlStreamReader>

namespace servelab::ui {

namespace {

using namespace Qt::StringLiterals;

struct Shape
{
    QPainterPath path;
    QString stroke;
    QString fill;
    double width = 1;
};

struct Picture
{
    QSizeF size;
    QList<Shape> shapes;
};

double attribute(const QXmlStreamAttributes &attributes, QLatin1StringView name)
{
    return attributes.value(name).toDouble();
}

/// Numbers and letters of path data, apart.
QStringList tokens(QString data)
{
    data.replace(u',', u' ');
    return data.simplified().split(u' ');
}

QPainterPath pathOf(QString data)
{
    for (const QChar letter : u"MLCZ"_s)
        data.replace(letter, u' ' + QString(letter) + u' ');
    QPainterPath path;
    const QStringList words = tokens(data);
    qsizetype at = 0;
    const auto point = [&] {
        const QPointF result(words.value(at).toDouble(), words.value(at + 1).toDouble());
        at += 2;
        return result;
    };
    while (at < words.size()) {
        const QString command = words[at++];
        if (command == "M"_L1) {
            path.moveTo(point());
        } else if (command == "L"_L1) {
            path.lineTo(point());
        } else if (command == "C"_L1) {
            const QPointF first = point();
            const QPointF second = point();
            path.cubicTo(first, second, point());
        } else if (command == "Z"_L1) {
            path.closeSubpath();
        }
    }
    return path;
}

QPainterPath polylineOf(const QString &points)
{
    const QStringList words = tokens(points);
    QPolygonF polygon;
    for (qsizetype at = 0; at + 1 < words.size(); at += 2)
        polygon << QPointF(words[at].toDouble(), words[at + 1].toDouble());
    QPainterPath path;
    path.addPolygon(polygon);
    return path;
}

QPainterPath shapeOf(QStringView element, const QXmlStreamAttributes &a)
{
    QPainterPath path;
    if (element == "path"_L1)
        return pathOf(a.value("d"_L1).toString());
    if (element == "polyline"_L1)
        return polylineOf(a.value("points"_L1).toString());
    if (element == "line"_L1) {
        path.moveTo(attribute(a, "x1"_L1), attribute(a, "y1"_L1));
        path.lineTo(attribute(a, "x2"_L1), attribute(a, "y2"_L1));
    } else if (element == "circle"_L1) {
        path.addEllipse(QPointF(attribute(a, "cx"_L1), attribute(a, "cy"_L1)), attribute(a, "r"_L1),
            attribute(a, "r"_L1));
    } else if (element == "rect"_L1) {
        path.addRoundedRect(QRectF(attribute(a, "x"_L1), attribute(a, "y"_L1), attribute(a, "width"_L1),
                                attribute(a, "height"_L1)),
            attribute(a, "rx"_L1), attribute(a, "rx"_L1));
    }
    return path;
}

QSizeF sizeOfViewBox(const QXmlStreamAttributes &attributes)
{
    const QStringList box = tokens(attributes.value("viewBox"_L1).toString());
    return {box.value(2).toDouble(), box.value(3).toDouble()};
}

QString inherited(const QXmlStreamAttributes &own, const QXmlStreamAttributes &root, QLatin1StringView name)
{
    return (own.hasAttribute(name) ? own : root).value(name).toString();
}

Picture readPicture(const QString &name)
{
    QFile file(u":/icons/%1.svg"_s.arg(name));
    Picture picture;
    if (!file.open(QIODevice::ReadOnly))
        return picture;
    QXmlStreamReader reader(&file);
    reader.readNextStartElement();
    const QXmlStreamAttributes root = reader.attributes();
    picture.size = sizeOfViewBox(root);
    while (reader.readNextStartElement()) {
        const QXmlStreamAttributes own = reader.attributes();
        picture.shapes.append({shapeOf(reader.name(), own), inherited(own, root, "stroke"_L1),
            inherited(own, root, "fill"_L1), inherited(own, root, "stroke-width"_L1).toDouble()});
        reader.skipCurrentElement();
    }
    return picture;
}

/// Pictures read so far; for the window's thread.
const Picture &pictureOf(const QString &name)
{
    static QHash<QString, Picture> pictures;
    auto found = pictures.constFind(name);
    if (found == pictures.constEnd())
        found = pictures.insert(name, readPicture(name));
    return *found;
}

QColor colourOf(const QString &paint, const QColor &current)
{
    return paint == "currentColor"_L1 ? current : QColor(paint);
}

bool isPaint(const QString &paint)
{
    return !paint.isEmpty() && paint != "none"_L1;
}

class PictureIconEngine : public QIconEngine
{
public:
    PictureIconEngine(QString name, QPalette::ColorRole role)
        : m_name(std::move(name))
        , m_role(role)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        paintPicture(*painter, m_name, rect, QGuiApplication::palette().color(group, m_role));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new PictureIconEngine(m_name, m_role); }

private:
    QString m_name;
    QPalette::ColorRole m_role;
};

} // namespace

QIcon icon(const QString &name, QPalette::ColorRole role)
{
    return QIcon(new PictureIconEngine(name, role)); // the icon owns it
}

void paintPicture(QPainter &painter, const QString &name, const QRectF &rect, const QColor &colour)
{
    const Picture &picture = pictureOf(name);
    if (picture.size.isEmpty())
        return;
    const QSizeF size = picture.size.scaled(rect.size(), Qt::KeepAspectRatio);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center() - QPointF(size.width(), size.height()) / 2);
    painter.scale(size.width() / picture.size.width(), size.height() / picture.size.height());
    for (const Shape &shape : picture.shapes) {
        painter.setBrush(isPaint(shape.fill) ? QBrush(colourOf(shape.fill, colour)) : QBrush(Qt::NoBrush));
        painter.setPen(isPaint(shape.stroke) ? QPen(colourOf(shape.stroke, colour), shape.width,
                                                   Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin)
                                             : QPen(Qt::NoPen));
        painter.drawPath(shape.path);
    }
    painter.restore();
}

QIcon applicationIcon()
{
    return icon(u"servelab"_s);
}

} // namespace servelab::ui
